/** What passkeys need of the reference's adapter: authenticators in memory, beside the tables. */
export function withPasskeys(adapter, tables) {
  const rows = (tables.authenticators ??= []);
  const find = (id) => rows.find(({ credentialID }) => credentialID === id) ?? null;
  return {
    ...adapter,
    getAccount: async (providerAccountId, provider) => tables.accounts.find((each) => each.providerAccountId === providerAccountId && each.provider === provider) ?? null,
    getAuthenticator: async (id) => find(id),
    createAuthenticator: async (row) => (rows.push({ ...row }), row),
    listAuthenticatorsByUserId: async (userId) => rows.filter((each) => each.userId === userId),
    updateAuthenticatorCounter: async (id, counter) => Object.assign(find(id), { counter }),
  };
}
