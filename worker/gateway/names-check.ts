import { checkBucketName } from './bucket-check';
import type { NamedThings } from './start-checks';

/** Where an input names something of the configuration. */
interface Names {
	connection: string;
	destination?: string;
	bucket?: string | undefined;
}

/** @throws Problem that names the field whose connection, destination or bucket the configuration does not have */
export function checkNames({ connections, destinations, buckets }: NamedThings, names: Names): void {
	connections.get(names.connection);
	if (names.destination !== undefined) destinations.get(names.destination);
	if (names.bucket !== undefined) checkBucketName(buckets, names.bucket);
}
