import path from 'node:path';
import type { DataConverter, Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { compressed, inflated } from './compression';
import { type Keyring, UnknownKeyError } from './keyring';

const ENCODING = 'binary/encrypted';
/** AES-256 in Galois/counter mode: 12 bytes of nonce, 16 bytes of tag. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * The only plain payload that Temporal's server itself writes into a workflow: the details of a call cancelled before
 * its start.
 */
const OF_THE_SERVER = Buffer.from('"ACTIVITY_ID_NOT_STARTED"');
/** The time that Temporal appends to the id of a schedule's action for each run. */
const TIME_OF_RUN = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export interface CodecOptions {
	/**
	 * How to handle payloads without encryption. `outside-workflows` (default): one of a workflow is refused; one that
	 * belongs to none passes, such as a search attribute, the memo of somebody else's schedule in the same namespace, or
	 * what Temporal's pages ask for. `refuse`: none is read. `pass`: all pass, for replays, which have no effect.
	 * `encryption.acceptPlain` lets all pass too.
	 */
	plain?: 'refuse' | 'outside-workflows' | 'pass';
	/** Whether a payload must be in the workflow that it was encrypted for. Default: true; false for replays. */
	checkWorkflow?: boolean;
}

/**
 * Encrypts every payload before it leaves for Temporal. The id of the key and the workflow that the payload belongs to
 * stand beside it in the clear and are covered by the tag, as associated data. So keys can change while histories
 * exist, and nobody with write access to Temporal can move the payload of one workflow into another.
 */
export class EncryptionCodec implements PayloadCodec {
	readonly #plain: Required<CodecOptions>['plain'];
	readonly #checkWorkflow: boolean;

	constructor(
		private readonly keyring: Keyring,
		{ plain = 'outside-workflows', checkWorkflow = true }: CodecOptions = {},
	) {
		this.#plain = plain;
		this.#checkWorkflow = checkWorkflow;
	}

	/** @param context the owner of the payloads; Temporal's SDK passes none for a schedule's own memo, for example */
	encode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
		const owner = ownerOf(context);
		return Promise.resolve(payloads).then((all) => all.map((payload) => this.encrypt(payload, owner)));
	}

	/**
	 * @throws UnknownKeyError, DecryptionError, ForeignPayloadError, PlainPayloadError
	 */
	decode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
		const owner = ownerOf(context);
		return Promise.resolve(payloads).then((all) => all.map((payload) => this.decrypt(payload, owner)));
	}

	private encrypt(payload: Payload, owner: string | null): Payload {
		const keyId = this.keyring.current;
		const nonce = randomBytes(NONCE_BYTES);
		const cipher = createCipheriv(CIPHER, this.keyring.encryptionKey(keyId), nonce);
		const { bytes, compression } = compressed(encodedPayload.toBytes(payload));
		cipher.setAAD(associatedData({ keyId, owner, compression }));
		const body = [cipher.update(bytes), cipher.final()];
		return {
			metadata: {
				encoding: Buffer.from(ENCODING),
				'encryption-key-id': Buffer.from(keyId),
				...(owner === null ? {} : { 'encryption-owner': Buffer.from(owner) }),
				...(compression === null ? {} : { compression: Buffer.from(compression) }),
			},
			data: Buffer.concat([nonce, ...body, cipher.getAuthTag()]),
		};
	}

	private decrypt(payload: Payload, here: string | null): Payload {
		const { encoding, keyId, owner, compression } = decodingMetadata(payload);
		if (encoding !== ENCODING) return this.plain(payload, here);
		if (this.#checkWorkflow && here !== null && owner !== here) throw new ForeignPayloadError(owner, here);
		const key = this.keyring.encryptionKey(keyId);
		const data = Buffer.from(payload.data ?? []);
		if (data.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionError(wrongKey(keyId));
		const decipher = createDecipheriv(CIPHER, key, data.subarray(0, NONCE_BYTES))
			.setAAD(associatedData({ keyId, owner, compression }))
			.setAuthTag(data.subarray(-TAG_BYTES));
		try {
			const clear = [decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
			return encodedPayload.fromBytes(inflated(Buffer.concat(clear), compression));
		} catch {
			throw new DecryptionError(wrongKey(keyId));
		}
	}

	private plain(payload: Payload, here: string | null): Payload {
		const isOutside = here === null && this.#plain === 'outside-workflows';
		const isPassed = isOutside || this.#plain === 'pass' || OF_THE_SERVER.equals(payload.data ?? new Uint8Array());
		if (isPassed || this.keyring.acceptsPlain) return payload;
		throw new PlainPayloadError(here);
	}
}

/**
 * Namespace and workflow id, as JSON. Temporal hands the last result of a schedule's run to the next one, so that all
 * runs of a schedule are one owner.
 */
function ownerOf(context: SerializationContext | undefined): string | null {
	if (context?.workflowId === undefined) return null;
	return JSON.stringify([context.namespace, context.workflowId.replace(TIME_OF_RUN, '')]);
}

type Plain = Omit<ReturnType<typeof decodingMetadata>, 'encoding'>;

/** A payload without a workflow is bound only to the key's id, and to how it is compressed. */
function associatedData({ keyId, owner, compression }: Plain): Buffer {
	if (compression !== null) return Buffer.from(JSON.stringify([keyId, owner, compression]));
	return Buffer.from(owner === null ? keyId : JSON.stringify([keyId, owner]));
}

function wrongKey(keyId: string): string {
	return (
		`A payload cannot be decrypted with the key "${keyId}": the key has another secret than the one that ` +
		'encrypted it, or the payload was changed. Check encryption.keys.'
	);
}

/** The key differs from the one that encrypted the payload, or the payload was changed. */
export class DecryptionError extends Error {
	override name = 'DecryptionError';
}

/** Somebody with write access to Temporal moved a payload to another workflow. */
export class ForeignPayloadError extends DecryptionError {
	override name = 'ForeignPayloadError';

	constructor(owner: string | null, here: string) {
		const meant = owner === null ? 'no workflow' : `the workflow ${owner}`;
		super(
			`A payload was encrypted for ${meant} but was found in ${here}, so it is refused. ` +
				'Find out who writes to Temporal without the gateway.',
		);
	}
}

/** A payload without encryption: another program wrote it, or this one before it encrypted payloads. */
export class PlainPayloadError extends DecryptionError {
	override name = 'PlainPayloadError';

	constructor(here: string | null) {
		super(
			`A payload${here === null ? '' : ` of the workflow ${here}`} is not encrypted, so it is refused. ` +
				'Start and control tasks through the gateway. To migrate tasks that began without encryption, ' +
				'set encryption.acceptPlain to true until they have ended.',
		);
	}
}

const { Payload: Message } = temporal.api.common.v1;

/** A whole payload, with its metadata, as bytes. */
export const encodedPayload = {
	toBytes: (payload: Payload): Uint8Array => Message.encode(payload).finish(),
	fromBytes: (bytes: Uint8Array): Payload => Message.decode(bytes),
};

/** The plain text beside a payload. */
export function decodingMetadata({ metadata }: Payload) {
	const text = (name: string) => Buffer.from(metadata?.[name] ?? []).toString();
	return {
		encoding: text('encoding'),
		keyId: text('encryption-key-id'),
		owner: metadata?.['encryption-owner'] ? text('encryption-owner') : null,
		compression: metadata?.['compression'] ? text('compression') : null,
	};
}

/** The key error that caused a failure, because the SDK wraps the errors of its codec. Null for other errors. */
export function keyErrorOf(error: unknown): UnknownKeyError | DecryptionError | null {
	if (!(error instanceof Error)) return null;
	return error instanceof UnknownKeyError || error instanceof DecryptionError ? error : keyErrorOf(error.cause);
}

/** The path in the built program or in the sources. */
const FAILURE_CONVERTER = ['failure-converter.js', '../../workflows/failure-converter.mts'];

/** The converter of every client and worker of the project. It encrypts payloads, also inside failures. */
export function encryptedConverter(keyring: Keyring, options: CodecOptions = {}): DataConverter {
	return { payloadCodecs: [new EncryptionCodec(keyring, options)], failureConverterPath: failureConverterPath() };
}

/** The SDK loads it by path, here and in the workflows' bundle. */
export function failureConverterPath(): string {
	const found = FAILURE_CONVERTER.map((file) => path.join(__dirname, file)).find((file) => existsSync(file));
	if (found === undefined) throw new Error('worker/dist/failure-converter.js is missing. Run: npm run build');
	return found;
}
