/// Rotations, in every way a query may write them down: a quaternion, Euler angles with their order, an angle about an axis; in
/// the plane an angle.
#ifndef TOOL_QUERY_ROTATION_H
#define TOOL_QUERY_ROTATION_H

#include "query/field.h"

/// The tables of rotations that are objects.
extern const member_table rotation_table2, rotation_table3;

/// No rotation, as rotation_read() writes it.
void rotation_none(int dimension, flr_real *values);

/// Of a member that is given. In space the columns of the matrix, x, y and z; in the plane the cosine and the sine.
bool rotation_read(const field_scope *s, const char *name, flr_real *values);

/// The same as a quaternion w, x, y, z of any length but 0, and as an angle in radians. What is not given is no rotation.
bool rotation_read_quaternion(const field_scope *s, const char *name, flr_real q[4]);
bool rotation_read_angle(const field_scope *s, const char *name, flr_real *radians);

/// The columns x, y and z of the matrix of a quaternion w, x, y, z that is not zero.
void rotation_matrix(const flr_real q[4], flr_real m[9]);

#endif
