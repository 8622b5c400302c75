# What `cmake --install` puts where: headers, library, CMake package, pkg-config file, command, manual.
include(CMakePackageConfigHelpers)
set(FEELER_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/feeler)

install(TARGETS feeler EXPORT feeler_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/feeler DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT feeler_targets NAMESPACE feeler:: FILE feelerTargets.cmake
        DESTINATION ${FEELER_CMAKE_DIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/feelerConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/feelerConfig.cmake
                              INSTALL_DESTINATION ${FEELER_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/feelerConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/feelerConfig.cmake ${PROJECT_BINARY_DIR}/feelerConfigVersion.cmake
        DESTINATION ${FEELER_CMAKE_DIR})

set(FEELER_PC_CFLAGS "")
if(FEELER_REAL STREQUAL "float")
  set(FEELER_PC_CFLAGS " -DFEELER_REAL_FLOAT")
endif()
set(FEELER_PC_LIBS " -lm")
if(BUILD_SHARED_LIBS)
  set(FEELER_PC_LIBS "")
endif()
foreach(folder INCLUDE LIB)
  set(FEELER_PC_${folder}DIR "\${prefix}/${CMAKE_INSTALL_${folder}DIR}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}DIR}")
    set(FEELER_PC_${folder}DIR "${CMAKE_INSTALL_${folder}DIR}")
  endif()
endforeach()
# At install time, so that `cmake --install --prefix` is written into the file too.
install(CODE "
  set(PROJECT_DESCRIPTION \"${PROJECT_DESCRIPTION}\")
  set(PROJECT_VERSION \"${PROJECT_VERSION}\")
  set(FEELER_PC_INCLUDEDIR \"\\${FEELER_PC_INCLUDEDIR}\")
  set(FEELER_PC_LIBDIR \"\\${FEELER_PC_LIBDIR}\")
  set(FEELER_PC_CFLAGS \"${FEELER_PC_CFLAGS}\")
  set(FEELER_PC_LIBS \"${FEELER_PC_LIBS}\")
  configure_file(\"${PROJECT_SOURCE_DIR}/cmake/feeler.pc.in\" \"${PROJECT_BINARY_DIR}/feeler.pc\" @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/feeler.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# the pages of the functions, once `make man` has written them
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/man/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)

if(FEELER_BUILD_TOOL)
  # with a shared library the command finds it from where it stands, under any prefix
  file(RELATIVE_PATH FEELER_LIB_FROM_BIN ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  if(BUILD_SHARED_LIBS)
    set_target_properties(feeler_command PROPERTIES INSTALL_RPATH "$ORIGIN/${FEELER_LIB_FROM_BIN}")
  endif()
  install(TARGETS feeler_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/feeler.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
