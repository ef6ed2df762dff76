/** Loads text files (SQL migrations, pages) as strings in tests, as esbuild's text loader does in the build. */
module.exports = {
	process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }),
};
