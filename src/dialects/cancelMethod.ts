/** How a plain JSON-RPC server is told to stop working on a request. [R10] */
export interface CancelMethod {
  method: string;
  /** The parameter that carries the id of the request. */
  idParam: string;
}
