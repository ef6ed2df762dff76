import { keepDeletingLookUps } from '../connections';
import { removeLeftFolders } from '../knowledge/files/work-folder';
import { reportSharedKeys } from '../pacing';
import { keepExpiring, openBlobs } from '../storage/blobs';
import { reportMisconfiguredDestinations } from './misconfigured-destinations';
import type { Parts } from './parts';
import { personStores } from '../privacy/person-stores';
import { reportMissingKeys } from './report-missing-keys';

/**
 * The work beside worker and gateway: the log says what needs somebody's attention, and what has expired is deleted.
 * @returns how to stop
 */
export function startBackground(parts: Parts, hasGateway: boolean): () => void {
	const { config, log, keyring, client, destinations, metrics } = parts;
	const blobs = openBlobs(config.blobs, keyring);
	reportSharedKeys(config.connections, log);
	void reportMisconfiguredDestinations(destinations, log);
	void reportMissingKeys(client, keyring, personStores({ blobs, keyring }), log);
	void removeLeftFolders().catch((err: unknown) => {
		log.warn({ err }, 'Copies of files that killed processes left could not be removed');
	});
	const stopExpiring = keepExpiring(blobs, log, metrics);
	const stopDeleting = hasGateway ? keepDeletingLookUps(client, log) : () => undefined;
	return () => {
		stopExpiring();
		stopDeleting();
	};
}
