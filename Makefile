# Thin covers over the CMake presets (CMakePresets.json). `make help` lists them.
# CMAKE_ARGS is handed to every configure step; a run with CI set treats warnings as errors.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CMAKE_ARGS ?= $(if $(CI),-DFEELER_WERROR=ON)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 10
BENCH_DATA ?= ../shared/data

# $(call build,PRESET): configure and build; the configure step speaks up only when it fails.
build = scripts/build $(1) $(JOBS) $(CMAKE_ARGS)

.PHONY: all
all:  ## build the release; the command is build/feeler
	@scripts/need build
	@$(call build,release)

.PHONY: demo
demo: all  ## check the sample assembly and write build/demo.html
	@scripts/demo

.PHONY: test
test:  ## build and run all tests
	@scripts/need test
	@$(call build,test)
	@scripts/run-tests build-test $(JOBS)

.PHONY: test-float
test-float:  ## the tests with single-precision coordinates
	@scripts/need test
	@$(call build,float-test)
	@scripts/run-tests build-float-test $(JOBS)

.PHONY: sanitize
sanitize:  ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer (clang)
	@scripts/need test clang
	@$(call build,sanitize)
	@scripts/run-tests build-sanitize $(JOBS)

.PHONY: fuzz
fuzz:  ## run every fuzz target for FUZZ_SECONDS (10) seconds, or with FUZZ_RUNS fixed inputs
	@scripts/need fuzz
	@$(call build,fuzz)
	@scripts/run-fuzz build-fuzz $(FUZZ_SECONDS) $(FUZZ_RUNS)

.PHONY: bench
bench:  ## measure against its peers; data from BENCH_DATA (../shared/data) where it is there
	@scripts/need bench
	@$(call build,bench)
	@scripts/run-bench build-bench $(BENCH_DATA)

.PHONY: js
js:  ## build the npm package in js/: WebAssembly and TypeScript
	@scripts/need js
	@scripts/build-js $(JOBS) $(CMAKE_ARGS)

.PHONY: js-test
js-test: all js  ## test the npm package
	@cd js && node --test test/

.PHONY: playground
playground: js  ## build the page that shows the algorithms, playground/dist
	@scripts/install-npm playground
	@cd playground && npm run --silent build

.PHONY: playground-serve
playground-serve: playground  ## serve that page on this machine
	@cd playground && node serve.js $(PORT)

.PHONY: playground-test
playground-test: all playground  ## test that page in Chromium
	@cd playground && node --test test/

.PHONY: site
site: playground  ## build the documentation as pages, build-site
	@scripts/need site
	@scripts/install-npm site
	@cd site && node build.js

.PHONY: site-serve
site-serve: site  ## serve these pages on this machine
	@node playground/serve.js "$(PORT)" build-site

.PHONY: site-test
site-test: all site  ## test these pages: snippets, links, functions, Chromium
	@cd site && node --test test/

.PHONY: man
man:  ## write a page of the manual for every function, build/man; `make install` installs them
	@scripts/need man
	@node site/man.js build/man

.PHONY: lint
lint:  ## check format, layers, names, headers, draws and links
	@scripts/need lint
	@scripts/check-format
	@scripts/check-layers
	@scripts/check-names
	@scripts/check-headers
	@scripts/check-draws
	@scripts/check-readme

.PHONY: format
format:  ## format all sources in place
	@scripts/need lint
	@scripts/check-format --fix

.PHONY: install
install: all  ## install to DESTDIR/PREFIX (/usr/local); SHARED=1 installs a shared library
	@$(call build,$(if $(SHARED),shared,release)) -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@DESTDIR=$(DESTDIR) cmake --install build$(if $(SHARED),-shared)

.PHONY: clean
clean:  ## remove all build folders
	rm -rf build build-*

.PHONY: help
help:  ## this list
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile
