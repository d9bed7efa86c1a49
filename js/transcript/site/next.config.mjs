export default {
  // next-auth imports parts of Next by names that node does not find.
  transpilePackages: ["next-auth"],
  // Two processes of `next dev` cannot share one.
  distDir: process.env.TRANSCRIPT_OUTPUT ?? ".next",
  generateBuildId: () => "transcript",
  poweredByHeader: false,
};
