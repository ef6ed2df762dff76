import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { searchAttributes } from '../../workflows/task/visibility';
import { grpcCodeOf, GRPC } from './grpc-code';

/** Retention of ended workflows, and so of the keys that callers used: 30 days. */
export const RETENTION_HOURS = 720;
const HOUR_S = 3600;

/**
 * Prepares the namespace: registers it if it is missing, adds our search attributes, and checks its retention. It may
 * be repeated.
 * @returns the retention in hours
 * @throws Error with what to do, if the retention is less than 30 days, or if the server refuses what is missing, as
 * Temporal Cloud does
 */
export async function prepareNamespace(temporalConnection: Connection, namespace: string): Promise<number> {
	const hours =
		(await retentionHours(temporalConnection, namespace)) ?? (await register(temporalConnection, namespace));
	if (hours < RETENTION_HOURS) {
		throw new Error(
			`The namespace ${namespace} keeps ended workflows for ${hours} h, but idempotency keys must stay valid for ${RETENTION_HOURS} h. ` +
				`Run: temporal operator namespace update --namespace ${namespace} --retention ${RETENTION_HOURS}h`,
		);
	}
	await addSearchAttributes(temporalConnection, namespace);
	return hours;
}

/** Null if there is no such namespace. */
async function retentionHours({ workflowService }: Connection, namespace: string): Promise<number | null> {
	try {
		const { config } = await workflowService.describeNamespace({ namespace });
		return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / HOUR_S;
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound) return null;
		throw error;
	}
}

async function register({ workflowService }: Connection, namespace: string): Promise<number> {
	const retention = temporal.api.workflowservice.v1.RegisterNamespaceRequest.fromObject({
		namespace,
		workflowExecutionRetentionPeriod: { seconds: RETENTION_HOURS * HOUR_S },
	});
	try {
		await workflowService.registerNamespace(retention);
	} catch (error) {
		if (isRefused(error))
			throw new Error(
				`There is no namespace ${namespace}, and this server refuses to create one here. Correct temporal.namespace, ` +
					`or create the namespace with the tools of the server. On Temporal Cloud its name is <name>.<account>.`,
				{ cause: error },
			);
		// Another process of this program was first.
		if (grpcCodeOf(error) !== GRPC.alreadyExists) throw error;
	}
	return RETENTION_HOURS;
}

async function addSearchAttributes(temporalConnection: Connection, namespace: string): Promise<void> {
	const { operatorService } = temporalConnection;
	const names = Object.values(searchAttributes).map(({ name }) => name);
	const known = await untilKnown(() => operatorService.listSearchAttributes({ namespace })).catch((error: unknown) => {
		// They may exist: then everything works. `doctor` names those that must.
		if (isRefused(error)) return null;
		throw error;
	});
	const missing = known === null ? [] : names.filter((name) => !(name in known.customAttributes));
	if (missing.length === 0) return;
	const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
	try {
		await operatorService.addSearchAttributes({
			namespace,
			searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
		});
	} catch (error) {
		if (isRefused(error))
			throw new Error(
				`The namespace ${namespace} has no search attributes ${missing.join(', ')}, and this server refuses to add them ` +
					`here. Add them with the tools of the server, with the type Keyword.`,
				{ cause: error },
			);
		if (grpcCodeOf(error) !== GRPC.alreadyExists) throw error;
	}
}

/** A server whose namespaces are managed elsewhere, such as Temporal Cloud. */
function isRefused(error: unknown): boolean {
	const code = grpcCodeOf(error);
	return code === GRPC.permissionDenied || code === GRPC.unimplemented;
}

const TRIES = 30;
const PAUSE_MS = 500;

/** All parts of the server know a new namespace only some seconds later. */
async function untilKnown<Result>(call: () => Promise<Result>): Promise<Result> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await call();
		} catch (error) {
			if (grpcCodeOf(error) !== GRPC.notFound || tries === TRIES) throw error;
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		}
	}
}
