import { z } from 'zod';
import { baseUrl, integer, secretText } from '../settings/fields';

/** A bucket of Amazon S3, or of a server that speaks its protocol. */
export const bucketSchema = z
	.strictObject({
		/** The server's address. Default: Amazon's, of the region. */
		endpoint: baseUrl.optional(),
		/** The region of the bucket. */
		region: z.string().min(1, 'is empty').default('us-east-1'),
		/** The name of the bucket. */
		bucket: z
			.string()
			.regex(
				/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
				'is not a valid bucket name; use 3 to 63 lowercase letters, digits, - and .',
			),
		/** Put before each key, with its slash, for example `agent-knowledge/`. */
		prefix: z
			.string()
			.regex(/^([\w.-]+\/)*$/, 'must be empty, or end with a slash; letters, digits, - . and _ between slashes')
			.default(''),
		/** Default, without `secretAccessKey`: the key of the environment or of the machine's role. */
		accessKeyId: secretText.optional(),
		/** The secret of `accessKeyId`. */
		secretAccessKey: secretText.optional(),
		/** Puts the bucket's name into the path, not into the host name. Most servers except Amazon's need this. */
		pathStyle: z.boolean().default(true),
	})
	.refine(({ accessKeyId, secretAccessKey }) => (accessKeyId === undefined) === (secretAccessKey === undefined), {
		path: ['secretAccessKey'],
		message: 'and accessKeyId belong together; name both or neither',
	});

export type BucketConfig = z.infer<typeof bucketSchema>;

const MIB = 1024 * 1024;
const WEEK_HOURS = 7 * 24;
const YEAR_HOURS = 366 * 24;

/** The store of data that never enters a history: uploads, exports, and the pages of exports. */
export const blobsSchema = z.strictObject({
	/** A folder that all workers and gateways share. It is created if it is missing. */
	directory: z.string().min(1, 'is empty').default('agent-knowledge-blobs'),
	/** Instead of the folder. */
	s3: bucketSchema.optional(),
	/** The largest accepted upload, in bytes. The service accepts files of 10 MB (specification, part 8). */
	maxUploadBytes: integer(1, 1024 * MIB).default(10 * MIB),
	/** How long an upload can be referred to, in hours. */
	keepUploadsHours: integer(1, YEAR_HOURS).default(WEEK_HOURS),
	/** How long the file of an export can be fetched, in hours. What a task still reads is kept four times as long. */
	keepExportsHours: integer(1, YEAR_HOURS).default(WEEK_HOURS),
});

/** What a task still reads is kept so many times `keepExportsHours`: it may wait for days for the service or a person. */
export const PARTS_KEPT_LONGER = 4;

export type BlobsConfig = z.infer<typeof blobsSchema>;
