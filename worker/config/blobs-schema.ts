import { z } from 'zod';
import { bucketSchema } from './bucket-schema';
import { integer } from './fields';

const MIB = 1024 * 1024;
const WEEK_HOURS = 7 * 24;
const YEAR_HOURS = 366 * 24;

/** Where pages and files are kept that never enter a history: uploads, exports, and what exports read so far. */
export const blobsSchema = z.strictObject({
	/** A folder that all workers and gateways share; made when it is missing. */
	directory: z.string().min(1, 'is empty').default('agent-knowledge-blobs'),
	/** Instead of the folder. */
	s3: bucketSchema.optional(),
	/** The largest upload that is taken, in bytes. The service takes files of 10 MB (specification, part 8). */
	maxUploadBytes: integer(1, 1024 * MIB).default(10 * MIB),
	/** How long an upload can be referred to, in hours. */
	keepUploadsHours: integer(1, YEAR_HOURS).default(WEEK_HOURS),
	/** How long the file of an export can be fetched, in hours. What a task still reads is kept four times as long. */
	keepExportsHours: integer(1, YEAR_HOURS).default(WEEK_HOURS),
});

export type BlobsConfig = z.infer<typeof blobsSchema>;
