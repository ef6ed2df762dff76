import { z } from 'zod';
import { baseUrl, secretText } from './fields';

/** A bucket of Amazon S3, or of a server that speaks its protocol. */
export const bucketSchema = z
	.strictObject({
		/** The server's address; left out: Amazon's own of the region. */
		endpoint: baseUrl.optional(),
		region: z.string().min(1, 'is empty').default('us-east-1'),
		bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name for a bucket'),
		/** Put before each key, with its slash, for example `agent-knowledge/`. */
		prefix: z
			.string()
			.regex(/^([\w.-]+\/)*$/, 'must be empty, or end with a slash; letters, digits, - . and _ between slashes')
			.default(''),
		/** Left out with `secretAccessKey`: what the environment or the machine's role gives. */
		accessKeyId: secretText.optional(),
		secretAccessKey: secretText.optional(),
		/** The bucket's name stands in the path, not in the host name: most servers but Amazon's want it so. */
		pathStyle: z.boolean().default(true),
	})
	.refine(({ accessKeyId, secretAccessKey }) => (accessKeyId === undefined) === (secretAccessKey === undefined), {
		path: ['secretAccessKey'],
		message: 'and accessKeyId belong together; name both or neither',
	});

export type BucketConfig = z.infer<typeof bucketSchema>;
