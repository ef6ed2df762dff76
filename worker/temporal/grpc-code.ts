/** Status codes of gRPC that the worker distinguishes. */
export const GRPC = {
	invalidArgument: 3,
	deadlineExceeded: 4,
	notFound: 5,
	alreadyExists: 6,
	permissionDenied: 7,
	failedPrecondition: 9,
	unimplemented: 12,
	unavailable: 14,
} as const;

/** The gRPC status of an error or of its cause; null if it has none. */
export function grpcCodeOf(error: unknown): number | null {
	if (typeof error !== 'object' || error === null) return null;
	const code: unknown = Reflect.get(error, 'code');
	return typeof code === 'number' ? code : grpcCodeOf(Reflect.get(error, 'cause'));
}
