import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	done,
	failed,
	notDone,
	type Sample,
	SAMPLE_AGENT,
	samplePeriod,
	type SampleRequest,
	textOr,
	textsOr,
} from './sample';
import type { SampleFile } from './export-file';
import { SAMPLE_PARQUET } from './sample-parquet';

const KEPT_MS = 24 * 3_600_000;
const DAY = '2026-01-01';

/** A conversation that nobody had. */
const CONVERSATION = {
	id: 'conversation_sample',
	agentId: SAMPLE_AGENT,
	channel: 'website',
	state: 'resolved',
	createdAt: `${DAY}T12:00:00.000Z`,
	messages: [
		{ id: 1, role: 'visitor', content: 'Do you ship to Sampletown?', createdAt: `${DAY}T12:00:00.000Z` },
		{ id: 2, role: 'assistant', content: 'Yes, within three days.', createdAt: `${DAY}T12:00:05.000Z` },
	],
};
const MESSAGES = CONVERSATION.messages.length;
const TITLES =
	'agentId,conversationId,channel,state,createdAt,message,messageId,from,text,sentAt,messageFields,conversationFields,transcriptMissing';

/** The file of an export of conversations, in the chosen format, as the worker writes it. */
export function conversationFile({ format, spreadsheet }: IDataObject): SampleFile {
	if (format === 'csv') {
		const contentType = 'text/csv; charset=utf-8; header=present';
		return { name: 'conversations-sample.csv', contentType, content: Buffer.from(csvOf(spreadsheet)) };
	}
	if (format === 'parquet') {
		const contentType = 'application/vnd.apache.parquet';
		return { name: 'conversations-sample.parquet', contentType, content: SAMPLE_PARQUET };
	}
	const content = Buffer.from(`${JSON.stringify({ ...CONVERSATION, transcriptMissing: null })}\n`);
	return { name: 'conversations-sample.ndjson', contentType: 'application/x-ndjson', content };
}

/** Only one text needs quotation marks, as it has a comma. */
function csvOf(spreadsheet: unknown): string {
	const isForExcel = spreadsheet === 'comma' || spreadsheet === 'semicolon';
	const separator = spreadsheet === 'semicolon' ? ';' : ',';
	const cell = (value: string | number, isTitle = false) => {
		if (isForExcel) return typeof value === 'number' && separator === ',' ? String(value) : `"${value}"`;
		return !isTitle && String(value).includes(separator) ? `"${value}"` : String(value);
	};
	const { id, agentId, channel, state, createdAt, messages } = CONVERSATION;
	const rows = messages.map(({ id: messageId, role, content, createdAt: sentAt }, index) => [
		...[agentId, id, channel, state, createdAt, index + 1, String(messageId), role, content, sentAt, '', '', ''],
	]);
	const lines = [
		TITLES.split(',').map((title) => cell(title, true)),
		...rows.map((row) => row.map((one) => cell(one))),
	];
	return `${isForExcel ? '\uFEFF' : ''}${lines.map((line) => `${line.join(separator)}\r\n`).join('')}`;
}

/** @param atLeast agents. More are made up if fewer are chosen */
function exported({ input, taskId, at }: SampleRequest, atLeast: number, isGone: (isLast: boolean) => boolean) {
	const chosen = textsOr(input['agentIds'], [SAMPLE_AGENT, `${SAMPLE_AGENT}_2`]);
	const agents = chosen.length >= atLeast ? chosen : [...chosen, SAMPLE_AGENT];
	const gone = agents.filter((_agent, index) => isGone(index === agents.length - 1));
	const { content, name, contentType } = conversationFile(input);
	const bucket = textOr(input['bucket'], '');
	const isPerDay = input['partition'] === 'day';
	const sha256 = createHash('sha256').update(content).digest('hex');
	const bytes = content.length;
	const link = `/v1/tasks/${encodeURIComponent(taskId)}/files/${name}`;
	const kept = { link, expiresAt: new Date(Date.parse(at) + KEPT_MS).toISOString() };
	const place = bucket === '' ? kept : { link: null, expiresAt: null };
	const counts = { conversations: 1, messages: MESSAGES };
	const folder = 'conversations-sample/';
	const result: IDataObject = {
		version: 1,
		asOf: at,
		period: samplePeriod(input, at),
		...counts,
		agents: agents.map((agentId, index) => {
			return { agentId, conversations: index === 0 ? 1 : 0, gone: gone.includes(agentId) };
		}),
		missing: { deleted: 0, agent_gone: 0, refused: 0, failed: 0, no_id: 0, conversations: [] },
		file: isPerDay ? null : { name, contentType, bytes, sha256, ...place },
		bucket: bucket === '' ? null : { name: bucket, key: isPerDay ? folder : name },
		partitions: isPerDay ? [{ day: DAY, key: `${folder}day=${DAY}/conversations`, bytes, sha256, ...counts }] : null,
		audit: { pages: 1, transcripts: 1, stepsBack: 0, repeats: 0, undated: 0 },
	};
	const missing = ` These agents were deleted or removed from the key during the export: ${gone.join(', ')}.`;
	const where = isPerDay ? '1 files' : name;
	const message = `${where} has 1 conversations with ${MESSAGES} messages.${gone.length > 0 ? missing : ''}`;
	return { result, message, figures: { itemsDone: 1, itemsTotal: 1 } };
}

export const conversationSamples: readonly Sample[] = [
	{
		value: 'exported',
		name: 'Exported',
		description: 'The file has a sample conversation with two messages',
		end(request) {
			const { result, message, figures } = exported(request, 1, () => false);
			return { ...done('completed', 'Completed', message, result), figures };
		},
	},
	failed,
	{
		value: 'partlyFailed',
		name: 'Partly Failed',
		description:
			'The file lacks conversations of the last agent, which was deleted. If you chose one agent only, another one is made up.',
		end(request) {
			const { result, message, figures } = exported(request, 2, (isLast) => isLast);
			const shown = { word: 'Some agents are missing', tone: 'attention', needsAttention: true } as const;
			return { ...notDone('partly_failed', shown, message, result), figures };
		},
	},
];
