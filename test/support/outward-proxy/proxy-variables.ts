const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

/** Sets the variables of proxies for a test, and empties the others. `vi.unstubAllEnvs()` restores them. */
export function useProxyVariables(values: Readonly<Record<string, string>>): void {
	for (const name of NAMES.flatMap((each) => [each, each.toLowerCase()])) vi.stubEnv(name, values[name] ?? '');
}
