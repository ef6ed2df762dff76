import { activityInfo, cancellationSignal, log } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import type { ApiClient } from '../../../api';
import type { KnowledgeActivities, KnowledgeSetActivities } from '../../../workflows/knowledge-sync/activities';
import { KnowledgeReader } from '../../knowledge/reading/knowledge-reader';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { KnowledgeSets, SetHistories } from '../../storage/knowledge-sets';
import { isRunning } from '../../temporal/executions';
import type { Keyring } from '../../temporal/keyring';
import { checked } from '../task/arguments';
import type { Timing } from '../../../workflows/task/timing';
import { look, type PollTiming, withHeartbeat } from '../task/look';
import { unlessWorkersAreLost } from '../task/lost-workers';
import { taskId } from '../task/running-task';
import { rowsOfAgent } from './agent-rows';
import {
	beginSchema,
	endSchema,
	findTextsSchema,
	planSchema,
	proveSchema,
	readItemsSchema,
	readSetSchema,
	readTextsSchema,
	releaseSchema,
	reportSchema,
	rowsOfAgentSchema,
	sendSchema,
	stepsSchema,
	stepsToProveSchema,
} from './argument-schemas';
import { beginSteps, endSteps, releaseSet } from './move-manifest';
import { planSet } from './plan-set';
import { lookNotes, proveStep, stepsToProve } from './prove-step';
import { readItems, readShown, readTexts, storeTexts } from './read-items';
import { readSet, type ReadSetWith } from './read-set';
import { recordSync } from './record-sync';
import { reportSet } from './report-set';
import { sendCall } from './send-call';
import { stepsToSend } from './steps-to-send';
import { StoredParts } from './stored-parts';
import { readPlannedRows } from './stored-steps';

/** Milliseconds. */
const EVERY_MS = 10_000;

/** The API calls of knowledge-sync, over one connection. @param atOnce see `callsPerDispatch` */
export function knowledgeActivities(
	api: ApiClient,
	blobs: Blobs,
	atOnce: () => number,
	timing: PollTiming & Pick<Timing, 'proofMs'>,
): KnowledgeActivities {
	const reading = (run: string) => ({
		api,
		parts: new StoredParts(blobs.store, taskId(), run),
		attempt: activityInfo().attempt,
		atOnce: atOnce(),
		signal: cancellationSignal(),
	});
	return {
		readItems: (request) => readItems(checked(readItemsSchema, request), reading(request.run)),
		readTexts: (request) => readTexts(checked(readTextsSchema, request), reading(request.run)),
		sendCall: (request) => {
			const asked = checked(sendSchema, request);
			return sendCall(asked, { api, blobs, parts: new StoredParts(blobs.store, taskId(), asked.plan.run) });
		},
		proveStep: (request) => {
			const asked = checked(proveSchema, request);
			const notes = lookNotes(activityInfo().heartbeatDetails);
			const prove = () => proveStep(asked, { ...reading(asked.plan.run), notes }, timing);
			return look(asked.since, timing, prove, notes);
		},
	};
}

/** The work of knowledge-sync that calls no API. @param sharing see `KnowledgeSets` */
export function knowledgeSetActivities(
	client: Client,
	blobs: Blobs,
	buckets: Buckets,
	{
		keyring,
		hosts,
		folders,
		sharing,
	}: { keyring: Keyring; sharing: (connection: string) => readonly string[] } & Pick<ReadSetWith, 'hosts' | 'folders'>,
): KnowledgeSetActivities {
	const sets = new KnowledgeSets(blobs.store, keyring, sharing);
	const histories = new SetHistories(blobs.store, keyring);
	const warn = (errorName: string) => {
		log.warn('A sync of knowledge could not be put on record', { errorName });
	};
	const given = (run: string) => ({
		blobs,
		buckets,
		store: blobs.store,
		sets,
		parts: new StoredParts(blobs.store, taskId(), run),
		hosts,
		folders,
		attempt: activityInfo().attempt,
		taskId: taskId(),
		signal: cancellationSignal(),
		isRunning: (id: string) => isRunning(client, id),
	});
	const working = <Result>(work: () => Promise<Result>) => withHeartbeat(EVERY_MS, work);
	return {
		readSet: (request) => {
			const asked = checked(readSetSchema, request);
			return unlessWorkersAreLost(asked.url ?? 'The uploaded file', EVERY_MS, (enter) =>
				readSet(asked, { ...given(asked.run), reader: new KnowledgeReader({ enter }) }),
			);
		},
		findTexts: (request) =>
			working(async () => {
				const { of, rows, items, chunk, all, run } = checked(findTextsSchema, request);
				const { parts, attempt } = given(run);
				const { manifest } = await sets.read(of);
				const shown = await readShown(parts, items);
				const wanted = await readPlannedRows(parts, rows);
				const allBut = all === true ? (await sets.readOthers(of)).flatMap((each) => each.items) : undefined;
				return storeTexts({ rows: wanted, owned: manifest?.items ?? [], shown, allBut }, chunk, { parts, attempt });
			}),
		rowsOfAgent: (request) => working(() => rowsOfAgent(checked(rowsOfAgentSchema, request), given(request.run))),
		planSet: (request) => working(() => planSet(checked(planSchema, request), given(request.run))),
		beginSteps: (request) => working(() => beginSteps(checked(beginSchema, request), given(request.plan.run))),
		stepsToSend: (request) => {
			const asked = checked(stepsSchema, request);
			return stepsToSend(asked, given(asked.plan.run).parts);
		},
		stepsToProve: (request) => {
			const asked = checked(stepsToProveSchema, request);
			return stepsToProve(asked, given(asked.run).parts);
		},
		endSteps: (request) => working(() => endSteps(checked(endSchema, request), given(request.plan.run))),
		releaseSet: (request) => working(() => releaseSet(checked(releaseSchema, request), given(request.run))),
		reportSet: (request) =>
			working(async () => {
				const asked = checked(reportSchema, request);
				const reported = await reportSet(asked, given(asked.run));
				await recordSync(asked, reported, { histories, taskId: taskId(), warn });
				return reported;
			}),
	};
}
