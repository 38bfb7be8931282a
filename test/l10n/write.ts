// `npm run l10n`: collects the messages that are to be translated.
import { writeFileSync } from "node:fs";
import { bundlePath, messageBundle } from "./messages.ts";

writeFileSync(bundlePath, messageBundle());
