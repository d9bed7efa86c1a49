export default {
  // next-auth imports parts of Next by names that node does not find.
  transpilePackages: ["next-auth"],
  generateBuildId: () => "transcript",
  poweredByHeader: false,
};
