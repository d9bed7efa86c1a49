// sample
declare module "@cardea/next" {
  interface User {
    role?: string;
  }
}
// end
export {};
