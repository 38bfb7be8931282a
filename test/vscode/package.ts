// `npm run package`: writes the extension's package.
import { main } from "./main.ts";
import { makeVsix } from "./vsix.ts";

await main(async () => {
  console.log(await makeVsix());
});
