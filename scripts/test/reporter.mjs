// @ts-check

/**
 * How Vitest reports: dots in a terminal; in a log a line for each file, without colours.
 * @param {{ isTTY?: boolean }} [output]
 * @returns {{ reporter: string, env: Record<string, string> }}
 */
export function vitestReporter({ isTTY = false } = process.stdout) {
	return isTTY ? { reporter: 'dot', env: {} } : { reporter: 'default', env: { NO_COLOR: '1', FORCE_COLOR: '0' } };
}
