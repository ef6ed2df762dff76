// @ts-check
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../cache/cache-folder.mjs';
import { checkDiskSpace } from '../checks/machine/disk-space.mjs';
import { checkPorts } from '../checks/machine/ports.mjs';
import { checkNeeds } from '../needs/check-needs.mjs';
import { textAt } from '../json.mjs';
import { aborted } from '../processes/aborted.mjs';
import { Supervisor } from '../processes/supervisor.mjs';
import { Board } from '../processes/progress/board.mjs';
import { showProgress } from '../processes/progress/terminal.mjs';
import { ReadableError } from '../readable-error.mjs';
import { claimDataFolder, PID_FILE } from './already-running.mjs';
import { bringUp } from './bring-up.mjs';
import { logins, OWNER_EMAIL, places, roles } from './content.mjs';
import { FirstSteps } from './first-steps/first-steps.mjs';
import { Json, LoggedInN8n } from './first-steps/services.mjs';
import { local, PORTS } from './options.mjs';
import { serveStartPage, startPageAddress } from './page/serve-page.mjs';
import { loadSecrets, SECRETS_FILE } from './secrets.mjs';
import { placesTable } from './table.mjs';

/** The steps of a start with everything, as the board counts them. */
const STEPS = 8;
/** n8n takes 2 GB, and twice that during its installation. */
const NEEDED_BYTES = 4e9;

/**
 * Starts everything, and stays until a signal or a failure ends it; then stops everything.
 * @param {import('./options.mjs').Options} options
 * @param {AbortSignal} stopAsked
 * @returns {Promise<void>} resolves when it was asked to stop and has
 * @throws {ReadableError} what went wrong; everything is stopped
 */
export async function run(options, stopAsked) {
	await mkdir(options.dataFolder, { recursive: true, mode: 0o700 });
	const release = await claimDataFolder(join(options.dataFolder, PID_FILE));
	try {
		await allChecks([
			checkNeeds(options.withN8n ? 'start' : 'start without n8n', { hasTemporal: options.temporalAddress !== null }),
			checkPorts(portsOf(options)),
			checkDiskSpace(cacheFolder(), options.withN8n ? NEEDED_BYTES : NEEDED_BYTES / 4),
		]);
		await runChecked(options, stopAsked);
	} finally {
		await release();
	}
}

/**
 * @param {Promise<void>[]} checks
 * @returns {Promise<void>}
 * @throws {ReadableError} some failed; the message has all of them, so that they can be fixed together
 */
async function allChecks(checks) {
	/** @type {ReadableError[]} */
	const failed = [];
	const collect = (/** @type {unknown} */ error) => {
		if (!(error instanceof ReadableError)) throw error;
		failed.push(error);
	};
	await Promise.all(checks.map((check) => check.catch(collect)));
	const [first] = failed;
	if (first === undefined) return;
	if (failed.length === 1) throw first;
	throw new ReadableError(failed.map(({ message, whatToDo }) => `${message}\n${whatToDo}`.trim()).join('\n\n'));
}

/**
 * @param {import('./options.mjs').Options} options
 * @param {AbortSignal} stopAsked
 */
async function runChecked(options, stopAsked) {
	const began = Date.now();
	const board = new Board();
	const terminal = showProgress(board);
	const failed = new AbortController();
	const signal = AbortSignal.any([stopAsked, failed.signal]);
	const supervisor = new Supervisor((message) => failed.abort(new ReadableError(message)));
	const secretsFile = join(options.dataFolder, SECRETS_FILE);
	const secrets = await loadSecrets(secretsFile);
	const logFolder = join(options.dataFolder, 'logs');

	/** @type {import('./content.mjs').Progress} */
	const progress = { options, secrets, logFolder, flows: null };
	const firstSteps = new FirstSteps(join(options.dataFolder, 'first-steps.json'), options.withN8n);
	await firstSteps.load();
	const page = await serveStartPage({
		port: options.ports.startPage,
		key: secrets.startPage,
		content: async () => ({
			steps: board.steps,
			stepsTotal: STEPS - (options.withN8n ? 0 : 3) - (options.temporalAddress === null ? 0 : 2),
			firstSteps: await firstSteps.view(),
			roles: roles(progress),
			places: places(progress),
			logins: logins(progress),
			consoleUrl: local(options.ports.gateway),
		}),
		begin: (id) => firstSteps.begin(id),
		consoleCode: async () => {
			const gateway = new Json(local(options.ports.gateway), secrets.gatewayToken);
			return textAt(await gateway.request('POST', '/v1/sign-in-codes'), 'code');
		},
	});
	const sinceStart = () => `${Math.round((Date.now() - began) / 1000)} s`;
	terminal.print(`Start page: ${startPageAddress(page.url, secrets.startPage)}\n`);

	const up = bringUp(
		{ options, secrets, secretsFile, cache: cacheFolder(), logFolder, board, supervisor, signal },
		{
			onWorkerReady: (worker) => {
				firstSteps.open(servicesOf(options, secrets, worker));
				terminal.print(`\nThe worker is ready (${sinceStart()}). Start tasks at ${local(options.ports.gateway)}\n`);
			},
			onN8nReady: (flows) => {
				progress.flows = flows;
				firstSteps.openN8n(
					new LoggedInN8n(local(options.ports.n8n), {
						email: OWNER_EMAIL,
						password: secrets.ownerPassword,
					}),
				);
			},
		},
	);
	try {
		await Promise.race([up, aborted(signal)]);
		terminal.stop();
		terminal.print(
			`\nEverything is up (${sinceStart()}).\n\n${placesTable(places(progress))}\n\nCtrl-C stops all of it.`,
		);
		await aborted(signal);
	} catch (error) {
		failed.abort(error);
		if (!stopAsked.aborted) throw error;
	} finally {
		terminal.stop();
		if (stopAsked.aborted) console.log('\nStopping.');
		// The signal ends running installations. Started services stop with the rest.
		await up.catch(() => {});
		await supervisor.stopAll();
		await page.close();
	}
}

/**
 * @param {import('./options.mjs').Options} options
 * @param {import('./secrets.mjs').Secrets} secrets
 * @param {import('./bring-up-worker.mjs').WorkerUp} worker
 * @returns {import('./first-steps/services.mjs').Services}
 */
function servicesOf({ ports }, secrets, worker) {
	const addresses = { gateway: local(ports.gateway), sandbox: local(ports.sandbox), n8n: local(ports.n8n) };
	return {
		gateway: new Json(addresses.gateway, secrets.gatewayToken),
		sandbox: new Json(addresses.sandbox, secrets.apiKey),
		admin: new Json(local(ports.admin), secrets.adminToken),
		n8n: null,
		addresses,
		crashWorker: worker.crash,
	};
}

/** @param {import('./options.mjs').Options} options */
function portsOf({ ports, withN8n, temporalAddress }) {
	return Object.entries(PORTS)
		.filter(([name]) => name !== 'n8n' || withN8n)
		.filter(([name]) => !name.startsWith('temporal') || temporalAddress === null)
		.map(([name, { title, variable }]) => ({ title, variable, port: ports[/** @type {keyof typeof PORTS} */ (name)] }));
}
