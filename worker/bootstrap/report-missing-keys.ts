import type { Client } from '@temporalio/client';
import type { Logger } from '../log';
import type { ErasedPersons, SyncedPersons } from '../privacy';
import type { Keyring } from '../temporal';
import { faultText, faultTodo, findKeyFaults } from '../temporal';

/**
 * Logs which encryption keys are missing or wrong although open tasks the list of erased persons or syncs that take one lead of each person
 * need them. The
 * affected tasks wait until the key is back.
 */
export async function reportMissingKeys(
	client: Client,
	keyring: Keyring,
	{ erased, synced }: { erased: ErasedPersons; synced: SyncedPersons },
	log: Logger,
): Promise<void> {
	try {
		const { faults } = await findKeyFaults(client, keyring);
		for (const fault of faults) log.error({ ...fault }, `${faultText(fault)} ${faultTodo(fault)}`);
		for (const [id, count] of await erased.missingKeys())
			log.error(
				{ keyId: id, erased: count },
				`The encryption key "${id}" is not in encryption.keys, and only this key can identify ${count} erased addresses and leads. Every sync and export waits until it is back. Add it to the list and restart. Never remove it again.`,
			);
		for (const [id, count] of await synced.missingKeys())
			log.error(
				{ keyId: id, claims: count },
				`The encryption key "${id}" is not in encryption.keys, and only this key can tell ${count} persons that syncs with one lead of each person know. These syncs wait until it is back. Add it to the list and restart.`,
			);
	} catch (error) {
		log.warn({ err: error }, 'the process could not check whether an encryption key is missing');
	}
}
