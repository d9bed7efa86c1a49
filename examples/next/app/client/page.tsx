import { Visitor } from "./visitor";

export default function Client() {
  return <Visitor />;
}
