/** Every page: the theme, formulas, local times, and a submission's page that fills itself in. */

import { startBlocks } from "./blocks/start";
import { enhance } from "./enhance";
import { startFilter } from "./filter";
import { startLive } from "./live";
import { startLivePage } from "./grading/page";
import { startStaff } from "./staff/start";
import { startHelp } from "./help";
import { startTheme } from "./theme";

startTheme();
enhance(document);
startLivePage();
startLive();
startBlocks();
startFilter();
startStaff();
startHelp();
