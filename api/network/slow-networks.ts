import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

/**
 * How long one address of a host may take to accept a connection before Node tries the next, in ms: a lost packet is sent
 * again after a second (RFC 6298), and satellites need most of another. Node's 250 ms end connections to distant servers.
 */
export const ATTEMPT_MS = 2_500;
const FLAG = '--network-family-autoselection-attempt-timeout';

/** Call it when the program starts. The flag of Node wins. */
export function allowSlowNetworks(): void {
	const given = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((option) => option.includes(FLAG));
	if (!given && getDefaultAutoSelectFamilyAttemptTimeout() < ATTEMPT_MS)
		setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
}
