import type { Client } from '@temporalio/client';
import type { Logger } from '../log';
import type { ErasedPersons } from '../privacy';
import type { Keyring } from '../temporal';
import { missingKeys } from '../temporal';

/**
 * Says in the log which keys are gone though open tasks need them, or people who were erased: what needs them holds until
 * the key is back.
 */
export async function tellMissingKeys(
	client: Client,
	keyring: Keyring,
	erased: ErasedPersons,
	log: Logger,
): Promise<void> {
	try {
		for (const { id, running, schedules } of await missingKeys(client, keyring))
			log.error(
				{ keyId: id, running, schedules },
				`The encryption key "${id}" is not in encryption.keys, and ${running} running tasks and ${schedules} schedules need it: they hold until it is back. Add it to the list and restart; remove a key only when nothing needs it.`,
			);
		for (const [id, count] of await erased.missingKeys())
			log.error(
				{ keyId: id, erased: count },
				`The encryption key "${id}" is not in encryption.keys, and ${count} erased addresses and leads are known by it alone: every sync and export holds until it is back. Add it to the list and restart; keep it for good.`,
			);
	} catch (error) {
		log.warn({ err: error }, 'it could not be looked whether a key is missing');
	}
}
