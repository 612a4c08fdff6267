/** In place of dotenv: the suite gets its environment from the process that starts it. */
export function config(): void {}
