// needs: gmp
#include "contact/exact_depth3.hpp"

#include "math/exact3.hpp"

namespace exact_depth
{

whole reach(const std::vector<vec> &a, const std::vector<vec> &b, const vec &n)
{
    whole high = exact_mesh::dot(a[0], n), low = exact_mesh::dot(b[0], n);
    for (const vec &p : a) high = std::max<whole>(high, exact_mesh::dot(p, n));
    for (const vec &p : b) low = std::min<whole>(low, exact_mesh::dot(p, n));
    return high - low;
}

std::vector<vec> differences(const std::vector<vec> &a)
{
    std::vector<vec> d;
    for (size_t i = 0; i < a.size(); i++)
        for (size_t k = i + 1; k < a.size(); k++) d.push_back(exact_mesh::sub(a[k], a[i]));
    return d;
}

bool is_flat(const std::vector<vec> &d)
{
    for (size_t i = 0; i < d.size(); i++)
        for (size_t k = i + 1; k < d.size(); k++)
            for (size_t l = k + 1; l < d.size(); l++)
                if (exact_mesh::dot(exact_mesh::cross(d[i], d[k]), d[l]) != 0) return false;
    return true;
}

exact_mesh::triangles triples(const polytope &p)
{
    exact_mesh::triangles t;
    size_t n = p.points.size();
    for (size_t i = 0; i < n; i++)
        for (size_t k = i; k < n; k++)
            for (size_t l = k; l < n; l++) t.push_back({p.points[i], p.points[k], p.points[l]});
    return t;
}

double true_depth(const polytope &x, const polytope &y)
{
    big_integer unit = 1;
    for (const polytope *s : {&x, &y})
        for (flr_vec3 p : s->points) exact3::divide_for(exact_mesh::from(p), &unit);
    auto in_units = [&](const polytope &s) {
        std::vector<vec> all;
        for (flr_vec3 p : s.points) all.push_back(exact3::in_units(exact_mesh::from(p), unit));
        return all;
    };
    std::vector<vec> a = in_units(x), b = in_units(y), d = differences(a), e = differences(b);
    d.insert(d.end(), e.begin(), e.end());
    if (is_flat(d)) {
        // the shapes lie in parallel planes: in different ones they are apart, and in one their triangles tell
        return exact_mesh::surface_surface(triples(x), triples(y)) > 0 ? -1 : 0;
    }
    double least = INFINITY;
    for (size_t i = 0; i < d.size(); i++) {
        for (size_t k = i + 1; k < d.size(); k++) {
            vec n = exact_mesh::cross(d[i], d[k]);
            whole nn = exact_mesh::dot(n, n);
            if (nn == 0) continue;
            vec back = {-n[0], -n[1], -n[2]};
            for (const vec &m : {n, back}) {
                whole h = reach(a, b, m);
                if (h < 0) return -1;
                double depth = exact_mesh::root(big_rational(h * h, nn * unit * unit));
                if (depth < least) least = depth;
            }
        }
    }
    return least;
}

}  // namespace exact_depth
