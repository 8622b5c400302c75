# Joins the page's template, style and scripts into one C array:
#   cmake -DFOLDER=<this folder> -DOUTPUT=<file.c> -P embed.cmake
# Everything is done on hexadecimal text, so no character of the sources means anything to CMake.
set(scripts words.js report.js vector.js scene.js camera.js draw_webgl.js draw_software.js picture.js review.js pick.js viewer.js
    thumbnails.js table.js main.js)

file(READ ${FOLDER}/page.html page HEX)
file(READ ${FOLDER}/page.css style HEX)
set(script "")
foreach(name ${scripts})
  file(READ ${FOLDER}/${name} one HEX)
  string(APPEND script ${one})
endforeach()
string(HEX "{{style}}" mark)
string(REPLACE ${mark} ${style} page ${page})
string(HEX "{{script}}" mark)
string(REPLACE ${mark} ${script} page ${page})

string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes ${page})
string(REPEAT "0x[0-9a-f][0-9a-f]," 20 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes ${bytes})
file(WRITE ${OUTPUT} "#include \"report/page.h\"\n\nconst unsigned char report_page[] = {\n${bytes}0};\n")
