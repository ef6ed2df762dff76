import { setSafeRegexEngine } from 'n8n-workflow';

// n8n ends a regular expression after 250 ms of the clock, which a busy machine spends elsewhere. Ours are simple, and a
// test that hangs is ended anyway.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') =>
		Array.from(input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`))),
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
