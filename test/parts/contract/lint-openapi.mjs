// @ts-check
/** Lints the OpenAPI document on stdin with Redocly's recommended rules; prints what is wrong as JSON. */
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

// The specification names no licence.
const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.json', config });
const found = problems.map(({ ruleId, severity, message, location }) => {
	const [place] = location;
	return { ruleId, severity, message, at: place?.pointer ?? '' };
});
process.stdout.write(JSON.stringify(found));
