import { type Config, ConfigError, configFiles, loadConfig, temporalSettings } from '../../config';
import { ErasedPersons, SyncedPersons } from '../../privacy';
import { openBlobs } from '../../storage/blobs';
import { connectClient, Keyring } from '../../temporal';
import { type ConfigOptions, configPath } from '../options';
import type { ResultOptions, Terminal } from '../terminal';
import { type Check, fail, checked, ok, printChecks, warn, errorText } from './check';
import { checkConnections } from './check-connection';
import { checkDispatches } from './check-dispatches';
import { checkGateway } from './check-gateway';
import { checkMail } from './check-mail';
import { checkOutwardProxy } from './check-outward-proxy';
import { checkSharedAccounts, type SeenAgents } from './check-shared-accounts';
import { checkSharedKeys } from './check-shared-keys';
import { checkProxySignIn } from './check-proxy-sign-in';
import { checkOpenTasks } from './check-open-tasks';
import { checkDestinations, checkStorage, storedDestinations } from './check-storage';
import { KeyPauses, NOT_SHARED, pausesInTemporal, polledForCalls, type SharedPauses } from '../../pacing';
import { checkNamespace, checkQueues } from './check-temporal';

export type DoctorOptions = ConfigOptions & ResultOptions;

/** Checks what the configuration names, and prints one line per check. @throws CommandError when a check failed */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<void> {
	const path = configPath(options, terminal);
	const config = read(path, terminal);
	if (config instanceof ConfigError)
		return printChecks([fail('configuration', config.message, 'Correct the configuration first.')], options, terminal);
	const progress = (text: string) => {
		if (terminal.interactive) terminal.note(text);
	};
	progress('Checking everything that the configuration names ...');
	const files = configFiles(path);
	const { connectionsFolder } = config;
	const named = [...files, ...(connectionsFolder === undefined ? [] : [connectionsFolder])];
	const complete = `${named.join(' and ')} ${named.length === 1 ? 'is' : 'are'} complete.`;
	printChecks([ok('configuration', complete), ...(await examine(config, progress))], options, terminal);
}

/** A worker alone needs no tokens, so they are not required here. */
function read(path: string, { env }: Terminal): Config | ConfigError {
	try {
		return loadConfig({ path, env, gateway: false });
	} catch (error) {
		if (error instanceof ConfigError) return error;
		throw error;
	}
}

const TEMPORAL_WITHIN_MS = 10_000;
/** Longer, because workers that have just started try out the server first. */
const POLLED_WITHIN_MS = 30_000;
const REMOVE_PLAIN =
	'Remove encryption.acceptPlain when all tasks that began without encryption have ended. Until then, everyone who can write to Temporal can give tasks any input.';

/**
 * Checks everything that a configuration names, as far as this machine can reach it.
 * @param progress receives how far a long check is
 */
async function examine(config: Config, progress: (text: string) => void): Promise<Check[]> {
	const seen: SeenAgents[] = [];
	const parts = await Promise.all([
		checkTemporal(config, progress),
		checkStorage(config),
		checkErased(config),
		checkSynced(config),
		checkDestinations(config.destinations, storedDestinations(config)),
		checkMail(config.mail),
		checkGateway(config),
		checkAccounts(config, (agents) => seen.push(agents)),
	]);
	return [
		...parts.flat(),
		...checkSharedKeys(config.connections),
		...checkSharedAccounts(seen),
		...checkProxySignIn(config.gateway),
		...checkOutwardProxy(config),
	];
}

/** Beside workers: while a service has asked one of them for a pause, no call of that key leaves. */
async function checkAccounts(config: Config, onAgents: (seen: SeenAgents) => void): Promise<Check[]> {
	const keyring = new Keyring(config.encryption);
	// If it cannot be reached, another check says so.
	const client = await connectClient(temporalSettings(config), keyring).catch(() => null);
	try {
		// Doctor writes nothing.
		const workers = client === null ? NOT_SHARED : pausesInTemporal(client);
		const shared: SharedPauses = { ...NOT_SHARED, read: (key) => workers.read(key) };
		const pauses = new KeyPauses(shared, { warn: () => undefined }, (parts) => keyring.mac(parts).mac);
		return (await Promise.all(checkConnections(config.connections, { pauses, onAgents }))).flat();
	} finally {
		await client?.connection.close();
	}
}

async function checkTemporal(config: Config, progress: (text: string) => void): Promise<Check[]> {
	const keyring = new Keyring(config.encryption);
	const ids = config.encryption.keys.map(({ id }) => id).join(', ');
	const words = `Keys: ${ids}. The key ${keyring.current} encrypts new data.`;
	const keys = keyring.acceptsPlain
		? warn('encryption', `${words} Unencrypted payloads are read, too.`, REMOVE_PLAIN)
		: ok('encryption', words);
	const { address, namespace } = config.temporal;
	try {
		const client = await connectClient(temporalSettings(config), keyring);
		try {
			const names = Object.keys(config.connections);
			const polled = await client.withDeadline(Date.now() + POLLED_WITHIN_MS, () => polledForCalls(client, names));
			return await client.withDeadline(Date.now() + TEMPORAL_WITHIN_MS, async () => {
				const found = [ok('temporal', `${address} answers.`), ...(await checkNamespace(client.connection, namespace))];
				// Nothing else can be checked without a namespace.
				const isThere = found.some(({ name, status }) => name === 'namespace' && status === 'ok');
				if (!isThere) return [...found, keys];
				const queues = await checkQueues(client, config, polled);
				const dispatches = await checkDispatches(
					config,
					polled ?? (config.temporal.fairness === false ? 'own' : 'shared'),
				);
				// Last, because it has a time limit of its own.
				return [...found, ...queues, ...dispatches, keys, ...(await checkOpenTasks(client, keyring, progress))];
			});
		} finally {
			await client.connection.close();
		}
	} catch (error) {
		return [fail('temporal', errorText(error), 'Start Temporal, or correct the temporal section.'), keys];
	}
}

/** Whether syncs that take one lead of each person still recognize all whom they know. */
function checkSynced({ blobs, encryption }: Config): Promise<Check> {
	const todo =
		'Put the key back into encryption.keys. Only this key recognizes these people, and syncs with one lead of each person wait until it is back.';
	return checked('synced people', todo, async () => {
		const keyring = new Keyring(encryption);
		const synced = new SyncedPersons(openBlobs(blobs, keyring).store, keyring);
		const [missing] = [...(await synced.missingKeys())];
		if (missing === undefined) return 'No sync needs a missing key.';
		const [id, count] = missing;
		throw new Error(`${count} addresses and numbers of people need the encryption key "${id}", which is missing.`);
	});
}

/** Whether the worker still recognizes all erased people. */
function checkErased({ blobs, encryption }: Config): Promise<Check> {
	const todo =
		'Put the key back into encryption.keys and keep it there. Only this key recognizes the erased people, and no lead is written without it.';
	return checked('erased people', todo, async () => {
		const keyring = new Keyring(encryption);
		const erased = new ErasedPersons(openBlobs(blobs, keyring).store, keyring);
		const [missing] = [...(await erased.missingKeys())];
		if (missing === undefined) return 'No erasure needs a missing key.';
		const [id, count] = missing;
		throw new Error(`${count} erased addresses and leads need the encryption key "${id}", which is missing.`);
	});
}
