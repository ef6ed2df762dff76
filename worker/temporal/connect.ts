import { Client, Connection, makeGrpcRetryInterceptor, type WorkflowClientInterceptor } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { encryptedConverter } from './payload-codec';
import type { Keyring } from './keyring';
import { repeatAbortedUpdates } from './repeat-aborted-updates';
import { RetriesUntilClosed } from './retries-until-closed';

/** TLS settings for Temporal's connections, with the content of the files. */
export interface TlsSettings {
	serverNameOverride?: string;
	serverRootCACertificate?: Buffer;
	clientCertPair?: { crt: Buffer; key: Buffer };
}

export interface TemporalSettings {
	/** host:port */
	address: string;
	namespace: string;
	tls?: boolean | TlsSettings;
	/** API key of Temporal Cloud. */
	apiKey?: string;
}

/**
 * Of one response, such as a page of a history or of a list. gRPC's default is 4 MiB, and the one that the SDK means to set
 * has a name that gRPC does not know. Bytes.
 */
const MOST_RECEIVED = 64 * 1024 * 1024;
/** gRPC's default grows to two minutes, in which the gateway stays unavailable after Temporal is back. Milliseconds. */
const MOST_RECONNECT_BACKOFF_MS = 5_000;

/**
 * A client that encrypts what it sends and decrypts what it reads. Close `client.connection` when done.
 * @param interceptors observers of its calls, for traces
 */
export async function connectClient(
	settings: TemporalSettings,
	keyring: Keyring,
	interceptors: WorkflowClientInterceptor[] = [],
): Promise<Client & { connection: Connection }> {
	const retries = new RetriesUntilClosed();
	const connection = await reach(settings, () =>
		Connection.connect({
			...connectionOptions(settings),
			interceptors: [makeGrpcRetryInterceptor(retries.options)],
			channelArgs: {
				'grpc.max_receive_message_length': MOST_RECEIVED,
				'grpc.max_reconnect_backoff_ms': MOST_RECONNECT_BACKOFF_MS,
				// The connection of the workers knows no proxy of the environment, so that this one uses none either.
				'grpc.enable_http_proxy': 0,
			},
		}),
	);
	retries.endWith(connection);
	const client = new Client({
		connection,
		namespace: settings.namespace,
		dataConverter: encryptedConverter(keyring),
		interceptors: { workflow: [repeatAbortedUpdates, ...interceptors] },
	});
	return Object.assign(client, { connection });
}

/** The connection that the workers share. Close it when all of them have stopped. */
export async function connectWorkers(settings: TemporalSettings): Promise<NativeConnection> {
	return reach(settings, () => NativeConnection.connect(connectionOptions(settings)));
}

function connectionOptions({ address, tls, apiKey }: TemporalSettings) {
	return { address, ...(tls === undefined ? {} : { tls }), ...(apiKey === undefined ? {} : { apiKey }) };
}

async function reach<Result>({ address }: TemporalSettings, connect: () => Promise<Result>): Promise<Result> {
	try {
		return await connect();
	} catch (cause) {
		throw new Error(
			`Temporal cannot be reached at ${address}. Check that it runs and that temporal.address, temporal.tls and temporal.apiKey are right.`,
			{ cause },
		);
	}
}
