/** The array view's elements. Importing this makes those on the page come alive. */

import { ArrayComparison } from "./comparison";
import { ArrayView } from "./view";

customElements.define("array-view", ArrayView);
customElements.define("array-comparison", ArrayComparison);
