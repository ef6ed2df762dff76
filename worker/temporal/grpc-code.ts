/** Status codes of gRPC that are told apart here. */
export const GRPC = { invalidArgument: 3, deadlineExceeded: 4, notFound: 5, alreadyExists: 6 } as const;

/** The gRPC status of an error, or of what caused it; null when it has none. */
export function grpcCodeOf(error: unknown): number | null {
	if (typeof error !== 'object' || error === null) return null;
	const code: unknown = Reflect.get(error, 'code');
	return typeof code === 'number' ? code : grpcCodeOf(Reflect.get(error, 'cause'));
}
