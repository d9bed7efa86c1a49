export { GET, POST } from "../../../echo.js";
