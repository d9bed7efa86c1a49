export default function Policy() {
  return <h1>Policy</h1>;
}
