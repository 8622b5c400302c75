// Files, read as the command reads them.
#ifndef BENCH_FILES_HPP
#define BENCH_FILES_HPP

#include <cstdio>
#include <string>

#include "meshes.hpp"

extern "C" {
#include "model.h"
}

namespace bench
{

/// Is it there? Says so where it is not.
inline bool there(const std::string &path)
{
    if (std::FILE *f = std::fopen(path.c_str(), "rb")) {
        std::fclose(f);
        return true;
    }
    std::printf("skipped: %s is not there\n\n", path.c_str());
    return false;
}

inline model read_model(const std::string &path)
{
    model m = {};
    tool_error error = {};
    read_limits limits = read_limits_default();
    if (!model_read_file(&m, path.c_str(), &limits, &error)) stop(error.message);
    return m;
}

inline soup to_soup(const model_mesh &m)
{
    return {{m.vertices, m.vertices + 3 * m.vertex_count}, {m.triangles, m.triangles + 3 * m.triangle_count}};
}

}  // namespace bench

#endif
