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
import { LEADS_IN_FILE, sampleFile } from './export-file';

const KEPT_MS = 24 * 3_600_000;

/** @param atLeast agents. More are made up if fewer are chosen */
function exported({ input, taskId, at }: SampleRequest, atLeast: number, isGone: (isLast: boolean) => boolean) {
	const chosen = textsOr(input['agentIds'], [SAMPLE_AGENT, `${SAMPLE_AGENT}_2`]);
	const agents = chosen.length >= atLeast ? chosen : [...chosen, SAMPLE_AGENT];
	const { content, name, contentType } = sampleFile(input);
	const bucket = textOr(input['bucket'], '');
	const link = `/v1/tasks/${encodeURIComponent(taskId)}/files/${name}`;
	const sha256 = createHash('sha256').update(content).digest('hex');
	const kept = { link, expiresAt: new Date(Date.parse(at) + KEPT_MS).toISOString() };
	const gone = agents.filter((_agent, index) => isGone(index === agents.length - 1));
	const result: IDataObject = {
		version: 1,
		asOf: at,
		period: samplePeriod(input, at),
		rows: LEADS_IN_FILE,
		agents: agents.map((agentId, index) => {
			return { agentId, rows: index === 0 ? LEADS_IN_FILE : 0, gone: gone.includes(agentId) };
		}),
		file: {
			name,
			contentType,
			bytes: content.length,
			sha256,
			...(bucket === '' ? kept : { link: null, expiresAt: null }),
		},
		bucket: bucket === '' ? null : { name: bucket, key: name },
		audit: { pages: 1, stepsBack: 0, repeats: 0, cutCells: 0 },
	};
	const missing = `. These agents were deleted or removed from the key during the export: ${gone.join(', ')}`;
	const message = `${name} has ${LEADS_IN_FILE} leads${gone.length > 0 ? missing : ''}.`;
	return { result, message, figures: { itemsDone: LEADS_IN_FILE, itemsTotal: LEADS_IN_FILE } };
}

export const exportSamples: readonly Sample[] = [
	{
		value: 'exported',
		name: 'Exported',
		description: 'The file has two sample leads',
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
			'The file lacks leads of the last agent, which was deleted. If you chose one agent only, another one is made up.',
		end(request) {
			const { result, message, figures } = exported(request, 2, (isLast) => isLast);
			const shown = { word: 'Some agents are missing', tone: 'attention', needsAttention: true } as const;
			return { ...notDone('partly_failed', shown, message, result), figures };
		},
	},
];
