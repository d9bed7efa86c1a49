export { GET } from "../../echo.js";
