import { LIMITS } from '../../../../../api';
import type { sourceOperations } from '../../../../../api/operations/sources';
import type { Refusal, Sample } from '../sample';
import type { SampleRequest, Stage } from '../stage';

const ofNewAgent = async (stage: Stage) => ({ params: { id: await stage.newAgent() } });

const text = { type: 'text', title: 'Hours', content: 'We are open from nine to five.' };

async function ofNewText(stage: Stage) {
	const { params } = await ofNewAgent(stage);
	return { params: { ...params, sourceId: await stage.make('addSource', { params, body: text }) } };
}

function fileOf(content: string | Uint8Array<ArrayBuffer>, name: string, field = 'file'): FormData {
	const form = new FormData();
	form.append(field, new Blob([content]), name);
	return form;
}

/** What both ways to add a source are refused for. */
function refusalsOfAdding(body: () => unknown): Refusal[] {
	return [
		{
			what: 'an active training run',
			status: 409,
			type: 'training_active',
			request: async (stage): Promise<SampleRequest> => ({
				params: { id: await stage.trainingAgent() },
				body: body(),
			}),
		},
		{
			what: 'training data that is used up',
			status: 403,
			type: 'training_limit_exceeded',
			request: async (stage) => {
				await stage.sandbox.admin('PATCH', '/settings', { trainingDataBytes: 0 });
				return { ...(await ofNewAgent(stage)), body: body() };
			},
		},
	];
}

export const sourceSamples: Record<keyof typeof sourceOperations, Sample> = {
	listSources: { request: async (stage) => ({ ...(await ofNewAgent(stage)), query: { type: 'url' } }) },
	getSource: { request: ofNewText },
	addSource: {
		request: async (stage) => ({ ...(await ofNewAgent(stage)), body: text }),
		brokenBodies: [
			{ body: {}, field: 'type' },
			{ body: { type: 'file' }, field: 'type' },
			{ body: { type: 'text' }, field: 'content' },
			{ body: { type: 'url', url: 'no address' }, field: 'url' },
			{ body: { ...text, colour: 'red' }, field: 'colour' },
		],
		refusals: [
			...refusalsOfAdding(() => text),
			{
				what: 'an address that is not public',
				status: 400,
				type: 'url_not_public',
				field: 'url',
				request: async (stage) => ({
					...(await ofNewAgent(stage)),
					body: { type: 'url', url: 'http://127.0.0.1:9/' },
				}),
			},
		],
	},
	uploadSourceFile: {
		request: async (stage) => ({ ...(await ofNewAgent(stage)), body: fileOf('Nine to five.', 'hours.txt') }),
		brokenBodies: [
			{ body: {}, field: 'file' },
			{ body: fileOf('Nine to five.', 'hours.txt', 'document'), field: 'document' },
		],
		refusals: [
			...refusalsOfAdding(() => fileOf('Nine to five.', 'hours.txt')),
			{
				what: 'a file of another type',
				status: 400,
				type: 'unsupported_file_type',
				request: async (stage) => ({ ...(await ofNewAgent(stage)), body: fileOf('MZ', 'setup.exe') }),
			},
			{
				what: 'a file over 10 MB',
				status: 413,
				type: 'file_too_large',
				field: 'file',
				request: async (stage) => ({
					...(await ofNewAgent(stage)),
					body: fileOf(new Uint8Array(LIMITS.fileBytes + 1), 'large.txt'),
				}),
			},
		],
	},
	updateSource: {
		request: async (stage) => ({ ...(await ofNewText(stage)), body: { title: 'Opening hours' } }),
		brokenBodies: [
			{ body: { title: 5 }, field: 'title' },
			{ body: { content: '' }, field: 'content' },
			{ body: { title: 'Hours', url: 'https://shop.example/' }, field: 'url' },
		],
		refusals: [
			{
				what: 'a source that is no text',
				status: 400,
				type: 'not_a_text_source',
				field: 'sourceId',
				request: async (stage) => {
					const { params } = await ofNewAgent(stage);
					const sourceId = await stage.newest('listSources', { params });
					return { params: { ...params, sourceId }, body: { title: 'Website' } };
				},
			},
		],
	},
	deleteSource: { request: ofNewText },
	retrain: {
		request: ofNewAgent,
		refusals: [
			{
				what: 'an active training run',
				status: 409,
				type: 'training_active',
				request: async (stage) => ({ params: { id: await stage.trainingAgent() } }),
			},
		],
	},
	getTrainingStatus: { request: async (stage) => ({ params: { id: await stage.trainingAgent() } }) },
};
