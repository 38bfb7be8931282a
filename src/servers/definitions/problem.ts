/** Why a server cannot be launched: the message is for the person's eyes and names the thing and the way out. */
export class LaunchProblem extends Error {
  override readonly name: string = "LaunchProblem";
}
