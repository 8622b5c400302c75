/// Parts of one file: from the groups that it names, or from the shells of its meshes.
#ifndef TOOL_READ_PARTS_H
#define TOOL_READ_PARTS_H

#include "read/mesh_builder.h"
#include "read/text.h"

/// A name in the file that holds for the triangles behind it.
typedef struct part_group {
    text_word name;
    size_t first_triangle;
    size_t part;  ///< by parts_take
} part_group;

typedef struct part_groups {
    part_group *items;
    size_t count, capacity;
} part_groups;

/// The name holds from the next triangle on.
bool parts_begin_group(part_groups *g, const mesh_builder *b, text_word name);
void parts_release(part_groups *g);

/// How many groups have triangles.
size_t parts_count(const part_groups *g, const mesh_builder *b);

typedef struct part_rules {
    bool same_name_is_one;  ///< groups of one name are one part
    /// Groups that meet along edges which are open in both are patches of one surface, and so one part.
    bool patches_are_one;
} part_rules;

/// Moves the triangles out of the builder, which was closed: a mesh and a part for every group that has triangles, those of
/// the same part together. Triangles before the first group are one without a name. One part alone goes by the file's name.
bool parts_take(mesh_builder *b, part_groups *g, part_rules rules, model *out);

/// Cuts every mesh of the model into its shells, and makes a part of each. Triangles belong to one shell where they share an edge, by the
/// places of its ends; where more than two meet at an edge, those that bound the same material.
bool parts_split_shells(const read_source *source, model *m, tool_error *error);

/// Makes one mesh and one part of everything, in world.
bool parts_merge(const read_source *source, model *m, tool_error *error);

#endif
