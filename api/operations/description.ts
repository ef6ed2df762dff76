import { z } from 'zod';
import type { Operation } from './operation';

export const descriptionOperations = {
	getOpenApi: {
		method: 'GET',
		path: '/openapi.json',
		scope: null,
		tag: 'Description',
		summary: 'Machine-readable description',
		params: null,
		query: null,
		body: null,
		reply: { status: 200, schema: z.looseObject({ openapi: z.string() }) },
		retry: 'read',
	},
} as const satisfies Record<string, Operation>;
