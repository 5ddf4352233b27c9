#!/bin/sh
# The two roles of Kabinet in a new database of the image of PostgreSQL, by the file that other installations run.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$OWNER_PASSWORD" -v password="$RUNNING_PASSWORD" -f /etc/kabinet/roles.sql
