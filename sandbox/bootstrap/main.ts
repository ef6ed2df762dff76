import { inspect } from 'node:util';
import { allowSlowNetworks } from '../../api';
import { ConfigError, readConfig } from './config';
import { type RunningSandbox, startSandbox } from './start-sandbox';

/**
 * The process: reads the settings from the environment, prints one JSON line on stdout when ready, and logs to stderr.
 */
async function main(): Promise<void> {
	allowSlowNetworks();
	const sandbox = await startSandbox(readConfig(process.env));
	const end = (signal: NodeJS.Signals) => {
		sandbox.close().then(
			() => process.exit(0),
			(error: unknown) => fail(new Error(`The sandbox did not stop cleanly after ${signal}.`, { cause: error })),
		);
	};
	process.once('SIGTERM', end);
	process.once('SIGINT', end);
	const { apiUrl, siteUrl, adminUrl, smtpUrl } = sandbox;
	process.stdout.write(`${JSON.stringify({ ready: true, apiUrl, siteUrl, adminUrl, smtpUrl })}\n`);
	// Who sets the key knows it. A person who starts the sandbox by hand sets none, and needs to see it.
	if (!process.env['SANDBOX_SEED_KEY']) process.stderr.write(introduction(sandbox));
}

function introduction({ apiUrl, siteUrl, adminUrl, smtpUrl, seedKey, adminToken }: RunningSandbox): string {
	return `The sandbox is ready.
  API        ${apiUrl}   API key: ${seedKey}
  Dashboard  ${apiUrl}/
  Website    ${siteUrl}
  Admin      ${adminUrl}   token: ${adminToken}
  Mail       ${smtpUrl}
`;
}

function fail(error: unknown): never {
	process.stderr.write(`${readable(error)}\n`);
	process.exit(1);
}

/** For invalid settings and a port in use the message is enough: a stack would only hide it. */
function readable(error: unknown): string {
	if (error instanceof ConfigError) return error.message;
	if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
		return `${error.message}. Stop the program that uses it, or set another port in SANDBOX_PORT, SANDBOX_SITE_PORT, SANDBOX_ADMIN_PORT or SANDBOX_SMTP_PORT.`;
	}
	return inspect(error);
}

main().catch(fail);
