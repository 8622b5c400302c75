/// Just enough of OBJ and OFF for the data the tests use. Not a reader for files one does not know.
#ifndef TESTS_SUPPORT_LOAD_HPP
#define TESTS_SUPPORT_LOAD_HPP

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "support/soup.hpp"

inline bool file_exists(const std::string &path) { return std::ifstream(path).good(); }

inline soup load_obj(const std::string &path)
{
    soup s;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string key;
        words >> key;
        if (key == "v") {
            flr_vec3 p;
            words >> p.x >> p.y >> p.z;
            s.v.push_back(p);
        } else if (key == "f") {
            std::vector<uint32_t> face;
            for (std::string w; words >> w;) face.push_back(static_cast<uint32_t>(std::atol(w.c_str())) - 1);
            for (size_t i = 2; i < face.size(); ++i) s.t.push_back({face[0], face[i - 1], face[i]});
        }
    }
    return s;
}

inline soup load_off(const std::string &path)
{
    soup s;
    std::ifstream in(path);
    std::string magic;
    size_t vertices = 0, faces = 0, edges = 0;
    in >> magic >> vertices >> faces >> edges;
    for (size_t i = 0; i < vertices; ++i) {
        flr_vec3 p;
        in >> p.x >> p.y >> p.z;
        s.v.push_back(p);
    }
    for (size_t i = 0; i < faces; ++i) {
        size_t n = 0;
        in >> n;
        std::vector<uint32_t> face(n);
        for (auto &k : face) in >> k;
        for (size_t k = 2; k < n; ++k) s.t.push_back({face[0], face[k - 1], face[k]});
    }
    return s;
}

#endif
