-- Lists are answered from indexes alone as far as VACUUM has been; at the usual fifth of a table it comes months late to a large one.
ALTER TABLE "jobs" SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);--> statement-breakpoint
ALTER TABLE "job_files" SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);--> statement-breakpoint
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0.03, autovacuum_vacuum_insert_scale_factor = 0.03);
