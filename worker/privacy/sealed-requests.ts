import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import { type BlobStore, PERSON_REQUESTS } from '../storage/blobs';
import { encodedPayload, EncryptionCodec } from '../temporal/payload-codec';
import type { Keyring } from '../temporal/keyring';
import { type Person, personSchema } from './person';

/**
 * Stores the data subject of a search, encrypted, in the blob store until the search has ended. So no history names the
 * person.
 */
export class SealedRequests {
	readonly #codec: EncryptionCodec;

	constructor(
		private readonly store: BlobStore,
		keyring: Keyring,
	) {
		this.#codec = new EncryptionCodec(keyring, { plain: 'refuse' });
	}

	/** @returns the key of the blob */
	async keep(person: Person): Promise<string> {
		const key = `${PERSON_REQUESTS}${randomUUID()}`;
		const [sealed] = await this.#codec.encode([defaultPayloadConverter.toPayload(person)]);
		if (sealed === undefined) throw new Error('The codec encrypted nothing.');
		await this.store.write(key, Buffer.from(encodedPayload.toBytes(sealed)));
		return key;
	}

	/** @throws a final failure if it is gone */
	async open(key: string): Promise<Person> {
		const blob = await this.store.open(key);
		if (blob === null) throw gone();
		const [payload] = await this.#codec.decode([encodedPayload.fromBytes(await buffer(blob.content))]);
		if (payload === undefined) throw gone();
		return personSchema.parse(defaultPayloadConverter.fromPayload(payload));
	}

	async forget(key: string): Promise<void> {
		await this.store.remove(key);
	}
}

function gone(): ApplicationFailure {
	return ApplicationFailure.nonRetryable(
		'The request of the search has expired, or this worker has another blob store than the gateway (blobs.directory or blobs.s3). Start the search again with another Idempotency-Key.',
		'request_gone',
	);
}
