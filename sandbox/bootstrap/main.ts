import { inspect } from 'node:util';
import { ConfigError, readConfig } from './config';
import { type RunningSandbox, startSandbox } from './start-sandbox';

/** The process: settings from the environment, one JSON line on stdout when ready, all else on stderr. */
async function main(): Promise<void> {
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
	// Whoever gave the key knows it; whoever gave none has started it by hand and needs it.
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

/** For wrong settings and a port in use the message is enough; a stack would only hide it. */
function readable(error: unknown): string {
	if (error instanceof ConfigError) return error.message;
	if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
		return `${error.message}. Stop what uses that port, or choose another in SANDBOX_PORT, SANDBOX_SITE_PORT, SANDBOX_ADMIN_PORT or SANDBOX_SMTP_PORT.`;
	}
	return inspect(error);
}

main().catch(fail);
