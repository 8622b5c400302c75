/// The web page of the report, as it is built in from tool/report/page/.
#ifndef TOOL_REPORT_PAGE_H
#define TOOL_REPORT_PAGE_H

/// Ends in '\0'. Holds {{title}} (any number of times), then {{report}}, {{geometry}} and {{details}}, once each.
extern const unsigned char report_page[];

#endif
