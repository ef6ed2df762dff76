import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { tablePreviewSchema } from '../../knowledge/files/table-preview';
import { withUploadedFile } from '../../knowledge/files/written-file';
import { KnowledgeReader } from '../../knowledge/reading/knowledge-reader';
import { notStored, unusableUploads } from '../../tasks/definitions';
import { errorResponses, knowledgeTableBody, optionalIdempotencyHeaders } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'blobs'>;

/** POST /v1/knowledge-tables: what a knowledge-sync would make of an uploaded table, before one is started. */
export const knowledgeTableRoutes: FastifyPluginCallbackZod<Options> = (app, { blobs }, done) => {
	const reader = new KnowledgeReader();
	app.post(
		'/knowledge-tables',
		{
			config: { role: 'start', reach: ['all'], repeat: 'It only reads.' },
			schema: {
				tags: ['Blobs'],
				summary: 'Look at an uploaded table of knowledge: its columns and first rows',
				description: 'It reads the file as a knowledge-sync does, and calls no service.',
				headers: optionalIdempotencyHeaders,
				body: knowledgeTableBody,
				response: { 200: tablePreviewSchema, ...errorResponses },
			},
		},
		async ({ body: { blob, columns } }) => {
			const preview = await withUploadedFile(blobs.store, blob, ({ path }) => reader.preview(path, columns));
			if (preview !== null) return preview;
			throw unusableUploads('Nothing was read.', [notStored('blob')]);
		},
	);
	done();
};
