import { ConfigError, readConfig } from './config';
import { startSandbox } from './start-sandbox';

/** The process: settings from the environment, one JSON line on stdout when ready, everything else on stderr. */
async function main(): Promise<void> {
	const sandbox = await startSandbox(readConfig(process.env));
	const { apiUrl, siteUrl, adminUrl, adminToken, seedKey } = sandbox;

	let stopping = false;
	const stop = () => {
		if (stopping) return;
		stopping = true;
		sandbox.close().then(
			() => process.exit(0),
			(error: unknown) => fail(error),
		);
	};
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);

	process.stdout.write(`${JSON.stringify({ ready: true, apiUrl, siteUrl, adminUrl })}\n`);
	// A person started it by hand: what they need to try it. With secrets given, nobody needs to be told.
	if (!process.env['SANDBOX_SEED_KEY']) {
		const lines = [`API      ${apiUrl}`, `API key  ${seedKey}`, `Website  ${siteUrl}`, `Admin    ${adminUrl}  (token ${adminToken})`];
		process.stderr.write(`The sandbox is ready.\n${lines.map((line) => `  ${line}\n`).join('')}`);
	}
}

function fail(error: unknown): void {
	const isKnown = error instanceof ConfigError || isTakenPort(error);
	const message = error instanceof Error ? (isKnown ? error.message : (error.stack ?? error.message)) : String(error);
	process.stderr.write(`${message}\n`);
	process.exit(1);
}

function isTakenPort(error: unknown): boolean {
	if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return false;
	error.message = `${error.message}. Stop what uses that port, or choose another in SANDBOX_PORT, SANDBOX_SITE_PORT or SANDBOX_ADMIN_PORT.`;
	return true;
}

main().catch(fail);
