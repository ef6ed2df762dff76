import { z } from 'zod';
import { columnsSchema } from '../../../workflows/knowledge-sync/columns-contract';
import { wantedRowSchema } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { tablePreviewSchema } from '../files/table-preview';
import { setSchema } from '../folders/knowledge-file';

/** What a reader's process is asked. Every path is absolute. */
export const taskSchema = z.discriminatedUnion('task', [
	/** An uploaded or fetched set. Its items go to `into`. */
	z.object({ task: z.literal('file'), path: z.string(), columns: columnsSchema.optional(), into: z.string() }),
	/** The files of a folder of the worker. */
	z.object({
		task: z.literal('folder'),
		folder: z.string(),
		include: z.array(z.string()).optional(),
		exclude: z.array(z.string()).optional(),
		into: z.string(),
	}),
	/** The tables, texts and files of a set in a folder that has a knowledge.yaml. */
	z.object({ task: z.literal('set'), folder: z.string(), set: setSchema, into: z.string() }),
	/** An uploaded table, for a person. */
	z.object({ task: z.literal('preview'), path: z.string(), columns: columnsSchema.optional() }),
	/** A sitemap. Its pages go to a file, an address or null a line, as JSON. */
	z.object({ task: z.literal('sitemap'), path: z.string(), pages: z.string() }),
]);
export type ReaderTask = z.input<typeof taskSchema>;

/** What it answers. */
export const answerSchema = z.discriminatedUnion('answer', [
	/** The items are in the file `items` of the folder `into`. */
	z.object({ answer: z.literal('items'), titles: z.array(z.string()), notes: z.array(z.string()) }),
	z.object({ answer: z.literal('preview'), preview: tablePreviewSchema }),
	z.object({
		answer: z.literal('sitemap'),
		sitemaps: z.array(z.string().nullable()),
		fault: z.string().nullable(),
	}),
	/** The message is that of a `SourceError`. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);
export type ReaderAnswer = z.output<typeof answerSchema>;

/** The file in the folder `into` that has the items, one a line, as JSON. */
export const ITEMS = 'items';

const placeSchema = z.object({ source: z.string(), row: z.number().optional() });
const cellsSchema = z.array(z.string()).optional();

/** A line of it. `contentAt` is the file that has the content of a row of the type `file`. */
export const lineSchema = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('wanted'),
		place: placeSchema,
		row: wantedRowSchema,
		cells: cellsSchema,
		contentAt: z.string().optional(),
	}),
	z.object({
		kind: z.literal('refused'),
		place: placeSchema,
		problems: z.array(z.object({ field: z.string().nullable(), reason: z.string() })),
		cells: cellsSchema,
	}),
	z.object({ kind: z.literal('broken'), place: placeSchema, reason: z.string() }),
]);
